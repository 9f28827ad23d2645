import type { enAlerts } from '#texts/en/admin-alerts.ts'

/** Alerts to staff, in Arabic: in the back office, and in mails. */
export const arAlerts: typeof enAlerts = {
  alerts: {
    title: 'التنبيهات',
    lead: 'ما يحتاج إلى انتباهك. يُرسَل كل تنبيه مرة واحدة، ويبقى هنا حتى يزول سببه أو تغلقه.',
    list: 'قائمة التنبيهات',
    what: 'الموضوع',
    about: 'يخص',
    since: 'منذ',
    shop: 'المتجر',
    close: 'إغلاق',
    closed: 'أُغلق التنبيه',
    failed: 'فشل في تحميل التنبيهات',
    kinds: {
      'nodes-not-agreed': {
        title: 'لم تتفق عُقدتان',
        text: 'طلبٌ مدفوع وتأكيداته كافية، لكن منذ نصف ساعة لم تتفق عُقدتان على دفعته. مفاتيحه تنتظر قرارك.',
      },
      'single-node-limit': {
        title: 'بُلغ حدّ العُقدة الواحدة',
        text: 'خلال 24 ساعة سُلّمت مفاتيح بكامل مبلغ KEYHOLD_SINGLE_NODE_USD بناءً على قول عُقدة واحدة فقط. الطلبات التالية من هذا النوع تنتظر: اقبلها يدويًا، أو أضف عُقدة ثانية، أو ارفع الحد.',
      },
    },
  },
}
