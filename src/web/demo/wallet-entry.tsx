import './demo.css'
import { mountShell } from '#web/layout/mount-shell.tsx'
import { Wallet } from './wallet.tsx'

await mountShell(({ language }, texts) => <Wallet language={language} texts={texts.demo} />)
