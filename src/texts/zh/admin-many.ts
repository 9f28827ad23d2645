/** What the back office does to many at once, and undoes, in Chinese. */
export const zhMany = {
  many: {
    selectShown: '选择显示的全部订单',
    selectOrder: '选择订单 {id}',
    selected: { other: '已选择 {count} 个订单' },
    selectAll: { other: '选择全部 {count} 个符合条件的订单' },
    exportChosen: '导出所选订单',
    resend: '重新发送邮件',
    resendQuestion: {
      other:
        '{count} 个订单的买家将再次收到激活码；没有激活码的则收到最新一封邮件。十分钟内已重发过的订单会跳过。',
    },
    resent: { other: '已重新发送 {count} 封邮件' },
    refund: '申请退款',
    refundQuestion: {
      other:
        '{count} 个订单的剩余款项将全部退回各买家自己的地址。这些订单不再发出激活码，买家会收到邮件通知。',
    },
    refundNext: '现在还不会付款：退款在“退款”中等待处理，可逐个取消。',
    refunded: { other: '已申请 {count} 笔退款' },
    notDone: { other: '{count} 个未能完成' },
    progress: '已完成 {done} / {total}',
    results: '未完成的项目',
    reason: '原因',
    unfinished: '没有收到回复，可以放心重试。',
    recentlySent: '刚刚已重新发送过。',
    undo: '撤销',
    undone: '已撤销',
    undoLead: '撤销上一步操作',
    retireMany: {
      other: '{count} 个激活码将不再出售，但仍保留在列表中。只要无人购买或查看，就可以放回库存。',
    },
    retiredMany: { other: '已停用 {count} 个激活码' },
    retireList: '停用一份清单',
    retireListLead: '粘贴完整的激活码，每行一个，最多 1,000 个。已售出的激活码仍归买家所有，并标记为已停用。',
    listLabel: '激活码',
    listTooLong: '超过了 1,000 个激活码。',
    line: '第 {line} 行',
    restore: '放回库存',
    restoreKey: '将激活码 {key} 放回库存',
    restoreTitle: '放回库存',
    restoreQuestion: '此激活码将重新出售。只有在没有给过任何人的情况下才这样做。',
    restored: { other: '{count} 个激活码已回到库存' },
  },
}
