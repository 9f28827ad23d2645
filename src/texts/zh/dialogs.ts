import type { DialogTexts } from '#texts/en/dialogs.ts'

export const zhDialogs: DialogTexts = {
  close: '关闭',
  emailDialog: {
    title: '联系客服',
    lead: '我们会通过邮件回复您。您也可以直接写信至 {email}。',
    name: '姓名',
    email: '电子邮箱',
    message: '留言',
    submit: '发送留言',
    sending: '正在发送…',
    sent: '留言已发送！',
    sentNext: '我们会尽快回复您。',
    failed: '留言发送失败',
    failedNext: '请稍后再试。',
    wait: { other: '您发送得太频繁了，请在 {count} 分钟后再发下一条。' },
    faults: {
      name: '姓名至少需要 2 个字符',
      email: '邮箱地址无效',
      message: '留言至少需要 10 个字符',
    },
  },
  chat: {
    opened: '在线客服已打开。',
    unavailable: '在线客服暂不可用。请在此留言，我们会通过邮件回复您。',
    error: '在线客服加载失败。请在此留言，我们会通过邮件回复您。',
  },
  creator: {
    title: '申请创作者内测',
    email: '电子邮箱',
    platform: '平台',
    choosePlatform: '选择平台',
    otherPlatform: '其他平台',
    link: '您的频道链接',
    promoCode: '优惠码',
    promoHint: '供您的观众使用：最多 {count} 位，限字母 A 至 Z 和数字。',
    submit: '提交申请',
    done: '申请即将开放，本次未发送任何内容。',
    faults: {
      email: '请填写完整的邮箱地址，例如 name@example.com。',
      platform: '请选择您所在的平台。',
      link: '请填写完整的频道地址，例如 https://example.com/you。',
      promoCode: '请填写优惠码，限字母 A 至 Z 和数字。',
    },
  },
}
