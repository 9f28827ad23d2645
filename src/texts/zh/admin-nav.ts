/** The navigation of the back office in Chinese. */
export const zhNav = {
  nav: {
    components: '后台组件',
    shop: '商店',
    more: '更多',
    bar: { overview: '今天', refunds: '退款' },
    collapse: '收起',
    expand: '展开',
    theme: '配色',
    themes: {
      system: '配色：跟随系统',
      light: '配色：浅色',
      dark: '配色：深色',
    },
  },
}
