/** The navigation of the back office in Arabic. */
export const arNav = {
  nav: {
    components: 'مكونات لوحة الإدارة',
    shop: 'المتجر',
    more: 'المزيد',
    bar: { overview: 'اليوم', refunds: 'الاسترداد' },
    collapse: 'طي القائمة',
    expand: 'توسيع القائمة',
    theme: 'الألوان',
    themes: {
      system: 'الألوان: مثل النظام',
      light: 'الألوان: فاتحة',
      dark: 'الألوان: داكنة',
    },
  },
}
