import type { RedeemFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { FillText } from '#web/ui/fill-text.tsx'
import { ResponsivePicture } from '#web/ui/responsive-picture.tsx'

interface RedeemStepsProps {
  readonly redeem: RedeemFacts
  readonly texts: Pick<SiteTexts['checkout'], 'redeem'>
}

/** Where a key is used, and how, step by step. */
export function RedeemSteps({ redeem, texts }: RedeemStepsProps) {
  const { shop, link, steps, picture } = redeem
  const place = (
    <a href={link} rel="noreferrer" target="_blank">
      <bdi translate="no">{shop}</bdi>
    </a>
  )
  return (
    <>
      <p>
        <FillText text={texts.redeem.lead} values={{ shop: place }} />
      </p>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {picture === null ? null : <ResponsivePicture picture={picture} sizes="(width >= 640px) 420px, 92vw" />}
    </>
  )
}
