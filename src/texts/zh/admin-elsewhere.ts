/** Sales made elsewhere in the back office, in Chinese. */
export const zhElsewhere = {
  elsewhere: {
    title: '站外销售',
    lead: '在其他商店付款，通过 API 从本店库存发码。这些款项不计入本店的任何数据。',
    list: '站外销售列表',
    reference: '销售编号',
    searchHint: '销售编号、邮箱或 ID',
    empty: '还没有站外销售，由持有令牌的程序录入。',
    noMatch: '没有符合筛选条件的销售。',
    failed: '站外销售加载失败',
    states: { waiting: '等待发售', delivered: '激活码已发出', refunded: '已退款' },
    refund: '标记为已退款',
    refunded: '已标记为退款',
    questions: {
      waiting:
        '将销售 {name} 标记为已退款？激活码尚未寄出：将退回库存，不会发给任何人。本店不会付出任何款项：请在买家付款的地方退款。此操作无法撤销。',
      delivered:
        '将销售 {name} 标记为已退款？激活码已寄出：将留在买家手中，不会退回库存。本店不会付出任何款项：请在买家付款的地方退款。此操作无法撤销。',
    },
  },
}
