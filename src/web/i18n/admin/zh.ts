import type { AdminTexts } from './admin-texts.ts'
import { en } from './en.ts'

export const zh: AdminTexts = en
