import type { enClaims } from '#texts/en/admin-claims.ts'

/** Transactions that staff look up for an order, in Chinese. */
export const zhClaims: typeof enClaims = {
  claims: {
    title: '查找交易',
    lead: '如果买家说已付款而订单没有显示，请输入交易哈希。商店会在链上读取该交易，付到此订单地址的款项照常计入。',
    send: '查找',
    failed: '查找失败',
    reasons: {
      stored: '已找到并记录这笔转账。后续情况见订单状态。',
      known: '此订单已有这笔转账。',
      not_deep: '已找到这笔转账，但还需要更多确认。订单会自动继续。',
      other_asset: '该交易付到了此地址，但币种与订单不同。转账已记录，由您裁定。',
      unconfirmed: '网络已知此交易，但尚未进入区块。请稍后再试。',
      unknown_token: '该交易只用商店不接受的代币（例如假币）付到此地址。',
      nothing_to_address: '该交易没有付款到此订单的地址。',
      failed: '该交易在链上执行失败：没有付款。',
      not_found: '没有节点知道此交易。请核对哈希和网络。',
      unanswered: '并非所有节点都能答复。请稍候再试。',
    },
  },
}
