import type { SupportTexts } from '#texts/en/support.ts'

export const zhSupport: SupportTexts = {
  announcement: '公告',
  refundsAndContact: '退款与联系',
  promise: '现阶段所有人均可申请退款并退还激活码。联系邮箱：{email}',
  contactNow: '立即联系',
  requestRefund: '申请退款',
  dismiss: '关闭公告',
  support: '客服',
  hint: '需要帮助？联系客服',
  liveChat: '在线客服',
  emailSupport: '邮件客服',
}
