import { DEMO_EMAIL, DEMO_PASSWORD } from '#shared/demo-account.ts'
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '#shared/constants.ts'
import type { PageFacts } from '#shared/page-facts.ts'
import type { SignInTexts } from '#texts/en/sign-in.ts'
import { signInTextsOf } from '#texts/rendered-texts.ts'
import { Page } from '#web/layout/page.tsx'
import { inertJson } from '#web/ui/inert-json.ts'
import type { SignInProps } from './sign-in-props.ts'

/** The staff's sign-in page: three forms, of which the script shows one. */
export function SignInPage({ facts }: { readonly facts: PageFacts }) {
  const texts = signInTextsOf(facts.language)
  const props: SignInProps = { language: facts.language, texts }
  return (
    <Page facts={facts} title={`${texts.title} · ${facts.title}`} script="signIn" isEager>
      <div className="sign-in">
        <noscript>
          <p className="sign-in-alert">{texts.needsScript}</p>
        </noscript>
        <PasswordForm texts={texts} />
        <CodeForm texts={texts} />
        <SetPasswordForm texts={texts} />
        {facts.profile === 'demo' ? <DemoAccount texts={texts} /> : null}
      </div>
      <script
        type="application/json"
        id="sign-in-props"
        dangerouslySetInnerHTML={{ __html: inertJson(props) }}
      />
    </Page>
  )
}

interface FormProps {
  readonly texts: SignInTexts
}

function PasswordForm({ texts }: FormProps) {
  return (
    <form className="panel sign-in-form" id="sign-in-form" noValidate>
      <h1>{texts.title}</h1>
      <p>{texts.lead}</p>
      <Note />
      <div className="sign-in-field">
        <label htmlFor="email">{texts.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          dir="ltr"
          autoComplete="username"
          maxLength={EMAIL_MAX}
          required
        />
      </div>
      <PasswordField id="password" label={texts.password} texts={texts} autoComplete="current-password" />
      <Submit label={texts.submit} />
      <PasskeyButton texts={texts} />
    </form>
  )
}

function CodeForm({ texts }: FormProps) {
  return (
    <form className="panel sign-in-form" id="code-form" noValidate hidden>
      <h1>{texts.codeTitle}</h1>
      <p>{texts.codeLead}</p>
      <Note />
      <div className="sign-in-field">
        <label htmlFor="code">{texts.code}</label>
        <input
          id="code"
          name="code"
          dir="ltr"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={20}
          required
        />
      </div>
      <Submit label={texts.codeSubmit} />
      <PasskeyButton texts={texts} />
      <button type="button" className="sign-in-link" id="start-over">
        {texts.startOver}
      </button>
    </form>
  )
}

function SetPasswordForm({ texts }: FormProps) {
  return (
    <form className="panel sign-in-form" id="set-password-form" noValidate hidden>
      <h1>{texts.setTitle}</h1>
      <p>{texts.setLead}</p>
      <Note />
      <PasswordField
        id="new-password"
        label={texts.newPassword}
        texts={texts}
        autoComplete="new-password"
        hint={texts.passwordHint}
      />
      <PasswordField
        id="repeat-password"
        label={texts.repeatPassword}
        texts={texts}
        autoComplete="new-password"
      />
      <Submit label={texts.setSubmit} />
    </form>
  )
}

/** A success or error message; announced when it appears. */
function Note() {
  return <p className="sign-in-note" role="alert" data-note="" />
}

function Submit({ label }: { readonly label: string }) {
  return (
    <button type="submit" className="button">
      {label}
    </button>
  )
}

/** Shown by the script where the browser has passkeys. */
function PasskeyButton({ texts }: FormProps) {
  return (
    <button type="button" className="button button-quiet" data-passkey="" hidden>
      {texts.passkey}
    </button>
  )
}

interface PasswordFieldProps extends FormProps {
  readonly id: string
  readonly label: string
  readonly autoComplete: string
  readonly hint?: string
}

function PasswordField({ id, label, texts, autoComplete, hint }: PasswordFieldProps) {
  return (
    <div className="sign-in-field">
      <label htmlFor={id}>{label}</label>
      <div className="sign-in-password">
        <input
          id={id}
          name={id}
          type="password"
          dir="ltr"
          autoComplete={autoComplete}
          minLength={autoComplete === 'new-password' ? PASSWORD_MIN : undefined}
          maxLength={PASSWORD_MAX}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          required
        />
        <button type="button" aria-pressed="false" aria-label={texts.showPassword} data-shows={id}>
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
            <circle cx="12" cy="12" r="3" />
          </svg>
        </button>
      </div>
      {hint === undefined ? null : (
        <p className="sign-in-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

function DemoAccount({ texts }: FormProps) {
  return (
    <section className="sign-in-demo" aria-labelledby="demo-account">
      <h2 id="demo-account">{texts.demoTitle}</h2>
      <p>{texts.demoLead}</p>
      <dl>
        <dt>{texts.email}</dt>
        <dd>
          <code dir="ltr" id="demo-email">
            {DEMO_EMAIL}
          </code>
        </dd>
        <dt>{texts.password}</dt>
        <dd>
          <code dir="ltr" id="demo-password">
            {DEMO_PASSWORD}
          </code>
        </dd>
      </dl>
      <button type="button" className="button button-quiet button-small" id="demo-use">
        {texts.demoUse}
      </button>
    </section>
  )
}
