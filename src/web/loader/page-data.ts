/** What the page says to its scripts, and they to its styles. */
export const pageData = document.documentElement.dataset
