/**
 * Shows the link to the back office to visitors with the marker cookie of a role. It grants nothing: the server
 * decides.
 */
export function showAdminLink(): void {
  const link = document.querySelector<HTMLElement>('[data-admin]')
  if (link !== null) link.hidden = !/(^|; )admin=1/.test(document.cookie)
}
