/** Search, tables and keyboard shortcuts of the back office in Chinese. */
export const zhFind = {
  tables: {
    explorer: '在区块浏览器中打开',
    newTab: '在新标签页打开',
    days: '日期（UTC）',
    lastDays: {
      other: '最近 {count} 天',
    },
    allDays: '全部日期',
    calendar: '从日历中选择',
    dayInvalid: '日期无效',
  },
  find: {
    label: '搜索全部',
    hint: '订单、邮箱、激活码、交易或地址',
    keysToo: '在激活码中查找',
    pages: '页面',
    commands: '操作',
    all: '所有包含“{q}”的订单',
    nothing: '暂未找到。按 Enter 搜索全部订单。',
    title: '键盘快捷键',
    lead: '未在输入文字时有效。',
    isOn: '使用键盘快捷键',
    search: '前往搜索',
    next: '下一行',
    previous: '上一行',
    open: '打开该行',
    help: '显示此列表',
    goTo: '前往“{tab}”',
  },
}
