import { usePaymentContext } from './payment-context.ts'

/** Shown beside an address on a simulated chain, so that nobody sends real money to it. */
export function SimulationNote({ paymentId }: { readonly paymentId: string }) {
  const { texts, language } = usePaymentContext()
  return (
    <span className="pay-simulation">
      <strong>{texts.panel.simulation}</strong> <span>{texts.panel.simulationHint}</span>{' '}
      <a href={`/demo/wallet?payment=${paymentId}&lang=${language}`} target="_blank" rel="noopener">
        {texts.panel.demoWallet}
      </a>
    </span>
  )
}
