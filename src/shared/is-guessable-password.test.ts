import { expect, test } from 'vitest'
import { isGuessablePassword, namesOfEmail, namesOfTitle } from './is-guessable-password.ts'

const NAMES = [...namesOfEmail('marta.keller@studio.example'), ...namesOfTitle('Ashen Dominion')]

test.each([
  'password1234',
  'P@ssw0rd2026',
  'passwordpassword',
  'mysecretpassword',
  'welcome12345',
  'administrator',
  'qwertyuiop123',
  'letmeinletmein!',
  'iloveyou2026!',
  '123456789012',
  '987654321098',
  '20261122201122',
  'aaaaaaaaaaaa',
  'abababababab',
  'abcdefghijklm',
  'marta.keller@studio.example',
  'martakeller2026',
  'AshenDominion2026!',
  'ashen-dominion!!',
])('%s is guessable', (password) => expect(isGuessablePassword(password, NAMES)).toBe(true))

test.each([
  'correct horse battery',
  'correct-horse-owner-battery',
  'quite another one',
  'a fresh password',
  'Xk29-vT81-mmQz',
  'marta keller sails to norway',
  'звёзды над тихой рекой',
  '青山不改绿水长流后会有期再见',
])('%s is not', (password) => expect(isGuessablePassword(password, NAMES)).toBe(false))
