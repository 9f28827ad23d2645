import { expect, test } from 'vitest'
import { arAdmin } from '#texts/ar/admin.ts'
import { enCheckout } from '#texts/en/checkout.ts'
import { enDialogs } from '#texts/en/dialogs.ts'
import { enSupport } from '#texts/en/support.ts'

test.each([
  [enCheckout.form.submitting, 'Creating Payment...'],
  [enCheckout.form.recorded, 'Payment recorded successfully'],
  [enCheckout.failure.general, 'Payment failed. Please try again.'],
  [enCheckout.captcha.failed, 'Captcha verification failed. Please try again.'],
  [enCheckout.panel.generatingQr, 'Generating QR...'],
  [enCheckout.panel.copyAddress, 'Copy Address'],
  [enCheckout.panel.addressCopied, 'Address copied to clipboard'],
  [enCheckout.panel.verify, "I've Sent the Payment - Verify Now"],
  [enCheckout.verification.check, 'Check Payment on Blockchain'],
  [enCheckout.verification.tryAgain, 'Try Again'],
  [
    enCheckout.verification.failed,
    'Payment not detected. Please verify you sent the exact amount to the correct address.',
  ],
  [enCheckout.invoice.title, 'Payment Confirmed'],
  [enCheckout.invoice.badge, 'BLOCKCHAIN VERIFIED'],
  [enCheckout.invoice.statusConfirmed, 'CONFIRMED'],
  [enCheckout.invoice.download, 'Download Full Invoice'],
  [enCheckout.invoice.copyId, 'Copy Invoice ID'],
  [enCheckout.close, 'Close'],
  [enCheckout.network.bitcoin, 'Bitcoin Network'],
  [enCheckout.network.ethereum, 'Ethereum Network'],
  [enCheckout.network.erc20, 'ERC-20 (Ethereum)'],
  [enCheckout.network.trc20, 'TRC-20 (Tron)'],
  [enCheckout.network.bep20, 'BEP-20 (BSC)'],
])('the payment dialog has the specified wording: %s', (text, expected) => {
  expect(text).toBe(expected)
})

test('the support dialogs have the specified wording', () => {
  const { emailDialog } = enDialogs
  expect([emailDialog.faults.name, emailDialog.faults.email, emailDialog.faults.message]).toEqual([
    'Name must be at least 2 characters',
    'Invalid email address',
    'Message must be at least 10 characters',
  ])
  expect([emailDialog.sent, emailDialog.sentNext, emailDialog.failed, emailDialog.failedNext]).toEqual([
    'Message sent successfully!',
    "We'll get back to you as soon as possible.",
    'Error sending message',
    'Please try again later.',
  ])
  expect(enSupport.hint).toBe('Need help? Contact support')
})

test('the Arabic back office has the specified wording', () => {
  expect(arAdmin.keys.errors).toMatchObject({
    stats: 'فشل في تحميل الإحصائيات',
    list: 'فشل في تحميل المفاتيح',
    generate: 'فشل في توليد المفاتيح',
    delete: 'فشل في حذف المفتاح',
    count: 'عدد المفاتيح يجب أن يكون بين 1 و 100',
  })
  expect([arAdmin.keys.deleted, arAdmin.keys.deleteQuestion]).toEqual([
    'تم حذف المفتاح بنجاح',
    'هل أنت متأكد من حذف المفتاح؟ هذا الإجراء لا يمكن التراجع عنه.',
  ])
  expect([arAdmin.denied.granted, arAdmin.denied.already, arAdmin.denied.failed]).toEqual([
    'تم منحك صلاحيات الإدارة',
    'أنت مدير بالفعل',
    'فشل في منح صلاحيات الإدارة',
  ])
})
