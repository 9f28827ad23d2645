import type { TextShape } from '#texts/text-shape.ts'

/** The support, chat and creator dialogs in English. */
export const enDialogs = {
  close: 'Close',
  emailDialog: {
    title: 'Contact support',
    lead: 'We answer by e-mail. You can also write to {email}.',
    name: 'Name',
    email: 'E-mail address',
    message: 'Message',
    submit: 'Send message',
    sending: 'Sending…',
    sent: 'Message sent successfully!',
    sentNext: "We'll get back to you as soon as possible.",
    failed: 'Error sending message',
    failedNext: 'Please try again later.',
    wait: {
      one: 'That was a lot of messages. You can send the next one in {count} minute.',
      other: 'That was a lot of messages. You can send the next one in {count} minutes.',
    },
    faults: {
      name: 'Name must be at least 2 characters',
      email: 'Invalid email address',
      message: 'Message must be at least 10 characters',
    },
  },
  chat: {
    opened: 'Live chat is open.',
    unavailable: 'Live chat is not available. Write to us here, and we answer by e-mail.',
    error: 'Live chat could not be loaded. Write to us here, and we answer by e-mail.',
  },
  creator: {
    title: 'Apply for the creator beta',
    email: 'E-mail address',
    platform: 'Platform',
    choosePlatform: 'Choose a platform',
    otherPlatform: 'Other Platform',
    link: 'Link to your channel',
    promoCode: 'Promo code',
    promoHint: 'The code your viewers will use: up to {count} letters A to Z and digits.',
    submit: 'Submit application',
    done: 'Applications open soon. Nothing was sent.',
    faults: {
      email: 'Enter a complete e-mail address, such as name@example.com.',
      platform: 'Choose the platform you are on.',
      link: 'Enter the whole address of your channel, such as https://example.com/you.',
      promoCode: 'Choose a promo code: letters A to Z and digits.',
    },
  },
}

/** The texts every language must have: the keys of English. */
export type DialogTexts = TextShape<typeof enDialogs>
