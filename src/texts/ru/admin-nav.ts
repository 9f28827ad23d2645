/** The navigation of the back office in Russian. */
export const ruNav = {
  nav: {
    components: 'Элементы панели управления',
    shop: 'Магазин',
    more: 'Ещё',
    bar: { overview: 'Сегодня', refunds: 'Возвраты' },
    collapse: 'Свернуть',
    expand: 'Развернуть',
    theme: 'Оформление',
    themes: {
      system: 'Оформление: как в системе',
      light: 'Оформление: светлое',
      dark: 'Оформление: тёмное',
    },
  },
}
