import './demo.css'
import { mountShell } from '#web/layout/mount-shell.tsx'
import { Mailbox } from './mailbox.tsx'

await mountShell(({ language }, texts) => <Mailbox language={language} texts={texts.demo} />)
