/** Decisions about orders and the payment of refunds in Chinese. */
export const zhDecisions = {
  decisions: {
    title: '您的裁定',
    happened: '情况',
    nothing: '无',
    what: {
      wrong_token: '收到 {money}，但币种不同：此订单应付 {due}。',
      wrong_network: '收到 {money}，但网络不同：此订单应付 {due}。',
      underpaid: '应付 {due}，仅收到 {money}，补足的时间已过。',
      late: '{money} 在付款时限之后到账，订单已不能自动继续。',
      predates_order: '{money} 所在的区块早于此订单，可能另有用途。',
      reorged: '激活码已发出，之后区块链撤回了这笔付款。',
      double_spend: '付款已被另一笔不支付此订单的交易替换。已到账：{money}。',
      nodes_disagree: '您的节点对 {due} 的付款说法相互矛盾。',
      unagreed: '收到 {money}，但半小时以来两个节点仍未达成一致。',
      limited: '收到 {money}，但已达到单个节点可确认的上限。',
      else: '收到 {money}，规则无法决定后续；此订单应付 {due}。',
    },
    acceptMeans: {
      other: '已收款项视为全额 {price}。现在发出并邮寄 {count} 个激活码，且无法撤销。',
    },
    acceptDelivered: '订单视为已付款，买家保留激活码。',
    refundMeans: '不再发出激活码。商店记录应从已收款项中退还的金额，由您从自己的钱包支付。',
    notYours: '此订单由所有者或经理裁定。',
  },
  payout: {
    pay: '付款并登记',
    payBy: '付款期限',
    overdue: '已逾期',
    computing: '正在按今日汇率计算应退金额…',
    rate: '按 1 {asset} = {rate} 美元计算。',
    amount: '应发送金额',
    address: '退款地址',
    checkWords: '核对词',
    checkHint: '由此地址生成的两个词，便于一眼核对。',
    qr: '退款地址二维码',
  },
}
