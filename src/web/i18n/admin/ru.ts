import type { AdminTexts } from './admin-texts.ts'
import { en } from './en.ts'

export const ru: AdminTexts = en
