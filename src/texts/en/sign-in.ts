import type { TextShape } from '#texts/text-shape.ts'

/** The staff's sign-in page in English. */
export const enSignIn = {
  title: 'Staff sign-in',
  lead: 'For those who run this shop. Buyers need no account.',
  email: 'E-mail',
  password: 'Password',
  showPassword: 'Show password',
  submit: 'Sign in',
  passkey: 'Sign in with a passkey',
  busy: 'One moment…',
  wait: 'Sign in again in {count} s',
  codeTitle: 'One more step',
  codeLead: 'Enter the six digits your authenticator app shows, or one of your recovery codes.',
  code: 'Code',
  codeSubmit: 'Confirm',
  startOver: 'Back to e-mail and password',
  setTitle: 'Choose your password',
  setLead: 'The link works once. Afterwards you sign in with your e-mail and this password.',
  newPassword: 'New password',
  passwordHint: '12 to 128 characters; a few words in a row are easy to keep in mind.',
  repeatPassword: 'The same password again',
  setSubmit: 'Save the password',
  passwordSaved: 'The password is saved. Sign in with it now.',
  demoTitle: 'Demo account',
  demoLead: 'It has no role yet: the back office will turn it away, and offers to make it an admin.',
  demoUse: 'Fill in',
  needsScript: 'Signing in needs JavaScript.',
  errors: {
    emailMissing: 'Enter your e-mail in the form name@example.com.',
    passwordMissing: 'Enter your password.',
    codeMissing: 'Enter the code: six digits, or a recovery code.',
    passwordLength: 'The password needs 12 to 128 characters.',
    passwordGuessable:
      'This password is one of the first that are tried. Take a few words in a row that do not name you or the shop.',
    passwordsDiffer: 'The two passwords differ. Type the same one twice.',
    signInFailed: 'E-mail or password is wrong. Check both and try again.',
    codeWrong: 'This code is not right or has expired. Wait for the next one and try again.',
    passkeyRefused: 'The passkey did not sign you in. Try again, or use your e-mail and password.',
    linkInvalid: 'This link was used already or is older than a day. Ask an owner of the shop for a new one.',
    tooManyTries: {
      one: 'Too many wrong tries. You can try again in {count} second.',
      other: 'Too many wrong tries. You can try again in {count} seconds.',
    },
    offline: 'The shop does not answer. Check your connection and try again.',
    unknown: 'That did not work. Try again in a moment.',
  },
}

/** The texts every language must have: the keys of English. */
export type SignInTexts = TextShape<typeof enSignIn>
