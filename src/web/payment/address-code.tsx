import { addressGroups, checkWords } from '#shared/check-words.ts'
import { Latin } from '#web/ui/fill-text.tsx'
import { usePaymentContext } from './payment-context.ts'

/** An address in groups of four. The gaps are margins: what is selected, copied or read aloud is the plain address. */
export function AddressCode({ address }: { readonly address: string }) {
  return (
    <Latin className="pay-code pay-address">
      {addressGroups(address).map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </Latin>
  )
}

/** Two words to compare an address by, in another place where the shop shows it. */
export function CheckWords({ address }: { readonly address: string }) {
  return <Latin className="pay-check-words">{checkWords(address)}</Latin>
}

/** The check words with their label and what they are for, below an address to pay to. */
export function CheckWordsLine({ address }: { readonly address: string }) {
  const { texts } = usePaymentContext()
  return (
    <span className="pay-check-line">
      {texts.address.checkWords}
      {texts.address.colon} <CheckWords address={address} />{' '}
      <span className="pay-hint">{texts.address.checkHint}</span>
    </span>
  )
}
