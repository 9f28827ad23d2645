import './demo.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createQueryClient } from '#web/api/query-client.ts'
import { mountShell } from '#web/layout/mount-shell.tsx'
import { DemoWallet } from './demo-wallet.tsx'

const queryClient = createQueryClient()

await mountShell(({ language }, texts) => (
  <QueryClientProvider client={queryClient}>
    <DemoWallet language={language} texts={texts.demo} colon={texts.checkout.address.colon} />
  </QueryClientProvider>
))
