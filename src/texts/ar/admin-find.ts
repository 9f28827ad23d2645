/** Search, tables and keyboard shortcuts of the back office in Arabic. */
export const arFind = {
  tables: {
    explorer: 'فتح في مستكشف الكتل',
    newTab: 'يُفتح في تبويب جديد',
    days: 'الأيام (UTC)',
    lastDays: {
      zero: 'لا أيام',
      one: 'آخر يوم',
      two: 'آخر يومين',
      few: 'آخر {count} أيام',
      many: 'آخر {count} يومًا',
      other: 'آخر {count} يوم',
    },
    allDays: 'كل الأيام',
    calendar: 'اختيار من التقويم',
    dayInvalid: 'هذا ليس يومًا صالحًا',
  },
  find: {
    label: 'البحث في كل شيء',
    hint: 'طلب أو بريد أو مفتاح أو معاملة أو عنوان',
    keysToo: 'البحث عنه بين المفاتيح',
    title: 'اختصارات لوحة المفاتيح',
    lead: 'تعمل ما دمت لا تكتب.',
    isOn: 'استعمال اختصارات لوحة المفاتيح',
    search: 'الانتقال إلى البحث',
    next: 'الصف التالي',
    previous: 'الصف السابق',
    open: 'فتح الصف',
    help: 'عرض هذه القائمة',
    goTo: 'الانتقال إلى «{tab}»',
  },
}
