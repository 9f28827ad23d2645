import type { SiteTexts } from '#texts/en/site.ts'

/** An order in Arabic, as the order page and the invoice file show it. */
export const arOrder: SiteTexts['order'] = {
  title: 'طلبك',
  loading: 'نجلب بيانات طلبك…',
  missing: 'لا يوجد طلب على هذا العنوان. ربما حُذف بعد مرور ٣٠ يومًا دون وصول أي مبلغ.',
  unreadable: 'المتجر لا يستجيب حاليًا، وسنواصل المحاولة.',
  backToShop: 'العودة إلى المتجر',
  waiting: 'هذا الطلب في انتظار دفعتك.',
  continuePayment: 'أكمل الدفع',
  timeline: 'ما جرى حتى الآن',
  ordered: 'أُنشئ الطلب',
  detected: 'رُصدت الدفعة (التأكيدات: {count} من {required})',
  confirmed: 'تأكدت على سلسلة الكتل',
  delivered: 'سُلّمت المفاتيح',
  awaitingKeys: 'في انتظار مفاتيح جديدة',
  figures: 'الفاتورة',
  keys: 'مفاتيح لعبتك',
  keysClosed:
    'لا تظهر المفاتيح وبريدك الإلكتروني إلا في المتصفح الذي طلبت منه. لتراها هنا افتح الرابط الذي أرسلناه إليك بالبريد.',
  keysLater: 'تظهر مفاتيحك هنا فور تأكيد دفعتك على سلسلة الكتل.',
  show: 'أظهر المفاتيح',
  hide: 'أخفِ المفاتيح',
  hidden: 'مفتاح مخفي {number}',
  copyKey: 'نسخ المفتاح {number}',
  keyCopied: 'تم نسخ المفتاح إلى الحافظة',
  mail: 'نراسلك على {email}. ستجد المفاتيح في تلك الرسالة أيضًا، فتحقق من مجلد الرسائل غير المرغوبة كذلك.',
  refundAddress: 'تُرَدّ الأموال إلى',
  invoice: { number: 'الرقم التسلسلي للفاتورة', statusRefunded: 'تم الاسترداد', checkCode: 'رمز التحقق' },
}
