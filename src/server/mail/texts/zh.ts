import type { MailTexts } from './en.ts'

/** What mails say, in Chinese (simplified characters). */
export const zh: MailTexts = {
  keys: {
    subject: (title) => `您的 ${title} 激活码`,
    heading: () => '激活码已送达',
    lead: '您的付款已确认，感谢您的订购。',
    list: () => '您的激活码',
    care: '任何持有激活码的人都可以使用它。请妥善保存此邮件，不要转发给他人。',
  },
  keysFollow: {
    subject: (title) => `您的 ${title} 订单已付款，激活码随后送达`,
    heading: '付款成功，激活码正在路上',
    lead: '您的付款已确认，感谢您的订购。',
    next: '目前激活码库存不足。您的订单会保留排队顺序，库存补足后，我们会立即将全部激活码通过一封邮件发送给您。您无需进行任何操作。',
  },
  refunded: {
    subject: (title) => `您的 ${title} 退款已支付`,
    heading: '您的退款已支付',
    lead: '退款已经发出，并已获区块链确认。',
    keys: (copies) => `此订单中的 ${String(copies)} 个激活码已退回，不再归您所有。`,
    refund: '您的退款',
    amount: '金额',
    address: '收款地址',
    transaction: '交易哈希',
  },
  order: {
    heading: '您的账单',
    invoiceId: '账单编号',
    edition: '版本',
    copies: '份数',
    paid: '价格',
    amount: '金额',
    network: '网络',
    transactionHash: '交易哈希',
  },
  networks: {
    bitcoin: '比特币网络',
    ethereum: '以太坊网络',
    erc20: 'ERC-20（以太坊）',
    trc20: 'TRC-20（波场）',
    bep20: 'BEP-20（BSC）',
  },
  open: '打开订单',
  openNote: '此链接无需密码即可查看订单及其激活码，请勿分享给他人。',
  refund:
    '您可以退还激活码并获得退款，期限为付款后 14 天或游戏发售时，以较晚者为准。如需退款，请写信给我们并注明账单编号。',
  questions: '有疑问？请写信给我们并注明账单编号：',
}
