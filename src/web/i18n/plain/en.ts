/** The pages that need no script, in English. What the payment dialog says as well is taken from its texts. */
export const en = {
  /** Before the title of a page that comes back with something to mend. */
  faultTitle: 'Error: {title}',
  faults: 'Please check what is marked below',
  form: {
    title: 'Place your order',
    lead: 'Fill in this page and send it. The next one tells you how much to pay, where to and until when.',
    edition: 'Edition',
    recalculate: 'Update total',
    quantityFault: 'Please enter a whole number from {min} to {max}.',
    editionFault: 'This edition is sold out. Please choose the other one.',
    rail: 'Choose coin and network',
    codeHint: 'Six characters. Capital or small does not matter.',
    codeMissing: 'Please type the characters in the picture.',
    cannotRead:
      'You cannot read the picture? Ask for a new code, or write to {email}: we gladly take your order by e-mail.',
    legal: 'By ordering you accept our {terms}. What we keep about you is said in our {privacy}.',
    terms: 'terms of pre-order',
    privacy: 'privacy notice',
    sentBefore:
      'This form was sent once already, with other entries. Nothing was ordered now: please check everything and send it again.',
  },
  notice: {
    title: 'One moment, please',
    limited: 'Too many requests came from your connection. Please wait a minute, then try again.',
    foreign:
      'This form was not sent from a page of this shop, so nothing was done. Please open the page here and send it again.',
    unfit: 'What was sent could not be read, so nothing was done. Please try again.',
    broken: 'Something went wrong on our side. Trying again is safe: nothing is ordered or asked for twice.',
    retry: 'Try again',
    home: 'Back to the shop',
  },
} as const
