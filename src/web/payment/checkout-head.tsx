interface CheckoutHeadProps {
  readonly title: string
  readonly closeLabel: string
  /** Absent in the markup of the page, whose close button the script of the order form handles. */
  readonly onClose?: () => void
}

/** One payment dialog is open at a time, so its title needs no generated id. */
export const CHECKOUT_TITLE_ID = 'checkout-title'

/** The title of the payment dialog and its close button: also in the landing page's markup, from which the dialog opens at once. */
export function CheckoutHead({ title, closeLabel, onClose }: CheckoutHeadProps) {
  return (
    <>
      <h2 id={CHECKOUT_TITLE_ID} tabIndex={-1} className="checkout-title" suppressHydrationWarning>
        {title}
      </h2>
      <button type="button" className="checkout-close" aria-label={closeLabel} onClick={onClose}>
        <svg className="pay-sign" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path d="m5 5 10 10M15 5 5 15" />
        </svg>
      </button>
    </>
  )
}
