/** The charts of the reports in Arabic. */
export const arCharts = {
  charts: {
    before: 'الفترة السابقة',
    compared: 'مقارنةً بالفترة {from} – {to}.',
    change: '{change}، قبلها: {value}',
    wasBefore: 'قبلها: {value}',
    perDays: {
      zero: 'المبيعات لكل {count} يوم',
      one: 'المبيعات لكل يوم',
      two: 'المبيعات لكل يومين',
      few: 'المبيعات لكل {count} أيام',
      many: 'المبيعات لكل {count} يومًا',
      other: 'المبيعات لكل {count} يوم',
    },
    orders: {
      zero: 'لا طلبات',
      one: 'طلب واحد',
      two: 'طلبان',
      few: '{count} طلبات',
      many: '{count} طلبًا',
      other: '{count} طلب',
    },
    csv: 'تنزيل بصيغة CSV',
    csvOf: 'تنزيل بصيغة CSV: {chart}',
    hint: 'تنتقل مفاتيح الأسهم من عمود إلى آخر.',
  },
}
