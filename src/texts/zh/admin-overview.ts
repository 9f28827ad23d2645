/** The overview of the back office in Chinese. */
export const zhOverview = {
  overview: {
    failed: '概览加载失败',
    today: '今天',
    week: '最近 7 天',
    yesterday: '昨天：{value}',
    weekBefore: '此前 7 天：{value}',
    waiting: '等待处理',
    nothing: '没有需要处理的事项。',
    oldest: '最早的：{age}',
    worth: '金额 {price}',
    kinds: {
      review: {
        other: '{count} 个订单待裁定',
      },
      held_back: {
        other: '{count} 个已付款订单被暂缓',
      },
      refunds: {
        other: '{count} 笔退款待支付',
      },
      awaiting_keys: {
        other: '{count} 个已付款订单缺激活码',
      },
      lost_payments: {
        other: '{count} 笔付款没有对应订单',
      },
      alerts: {
        other: '{count} 条商店警报',
      },
    },
    stock: '激活码库存天数',
    daysLeft: {
      other: '可用 {count} 天',
    },
    stockFacts: '可用 {free} 个，7 天售出 {sold} 个',
    notSold: '7 天内无销售',
    soldOut: '已售罄',
    onWaitingList: {
      other: '等候名单中有 {count} 人',
    },
    mailsSent: '所有邮件均已发送。',
    mailsWait: {
      other: '{count} 封邮件未发送',
    },
  },
}
