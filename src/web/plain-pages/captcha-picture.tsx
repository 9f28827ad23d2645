import { CAPTCHA_LENGTH } from '#shared/constants.ts'
import type { PageFacts } from '#shared/page-facts.ts'
import type { OrderFormFacts } from '#shared/plain-facts.ts'
import { plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { CheckIcon } from '#web/ui/line-icon.tsx'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import { faultOf, isFirstFault, type FaultMessage } from './order-faults.ts'
import { PlainField } from './plain-field.tsx'

interface CaptchaPictureProps {
  readonly facts: PageFacts
  readonly form: OrderFormFacts
  readonly faults: readonly FaultMessage[]
}

/** The security verification as a picture; every rendering has a new code. */
export function CaptchaPicture(props: CaptchaPictureProps) {
  const { captcha } = siteTextsOf(props.facts.language).checkout
  return (
    <fieldset className="pay-picker pay-captcha">
      <legend>{captcha.legend}</legend>
      <Challenge {...props} />
    </fieldset>
  )
}

function Challenge({ facts, form, faults }: CaptchaPictureProps) {
  const { captcha: texts, failure } = siteTextsOf(facts.language).checkout
  const { captcha } = form
  if (captcha.kind === 'passed') {
    return (
      <p className="pay-captcha-passed">
        <CheckIcon /> {texts.passed}
      </p>
    )
  }
  if (captcha.kind !== 'picture') {
    return (
      <>
        <p className="pay-captcha-message">{captcha.kind === 'busy' ? failure.BUSY : texts.limited}</p>
        <Refresh label={texts.refresh} />
      </>
    )
  }
  return (
    <>
      <input type="hidden" name="captcha" value={captcha.id} />
      <img className="pay-captcha-image" src={captcha.image} alt={texts.image} width="280" height="90" />
      <PlainField
        id="code"
        label={texts.input}
        hint={plainTextsOf(facts.language).form.codeHint}
        fault={faultOf(faults, 'code')}
        className="pay-captcha-code"
        type="text"
        dir="ltr"
        maxLength={CAPTCHA_LENGTH * 2}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus={isFirstFault(faults, 'code')}
      />
      <div className="pay-captcha-actions">
        <Refresh label={texts.refresh} />
      </div>
      <p className="pay-hint">
        <FillText
          text={plainTextsOf(facts.language).form.cannotRead}
          values={{
            email: (
              <a href={`mailto:${facts.supportEmail}`}>
                <Latin>{facts.supportEmail}</Latin>
              </a>
            ),
          }}
        />
      </p>
    </>
  )
}

function Refresh({ label }: { readonly label: string }) {
  return (
    <button type="submit" name="do" value="refresh" className="button button-quiet button-small">
      {label}
    </button>
  )
}
