/** The list that a new shop begins with, in Chinese. */
export const zhFirstDay = {
  firstDay: {
    title: '开售之前',
    lead: '共 {all} 步，已完成 {done} 步。全部完成后清单自动消失。',
    states: { done: '已完成', open: '待办', blocked: '暂不可行' },
    after: '请先完成：{step}',
    close: '关闭清单',
    closeTitle: '关闭清单？',
    closeText: '待办步骤：{count}。清单关闭后不再出现。',
    closed: '清单已关闭',
    failed: '未能保存',
    loadFailed: '未能载入清单',
    steps: {
      nodes: {
        title: '所有支付方式均已开放',
        text: '节点均有应答且一致，并有未使用的地址。详见“设置检查”。',
      },
      keys: { title: '每个版本都有激活码', text: '在下方“激活码”中导入或生成。' },
      'second-factor': { title: '每位所有者都启用两步验证', text: '由各位所有者在“安全”中自行启用。' },
      backup: {
        title: '备份已完成并试过恢复',
        text: '设置备份文件夹后，商店每天自动完成这两项；立即执行：keyhold backup，再执行 keyhold backup verify。',
      },
      mails: { title: '已阅读发给买家的邮件', text: '查看买家可选的每种语言中的每封邮件。' },
      'test-order': {
        title: '已付款的测试订单',
        text: '在您自己的页面下单：用测试网络，或用真实的币购买最便宜的版本。可在“退款”中退回。',
      },
      'real-order': { title: '首位买家的订单', text: '真实的币，已获网络确认，且含激活码的邮件已发出。' },
    },
    editionKeys: '激活码：{count}',
    noFactor: '尚未启用的所有者：{count}',
    made: '已备份',
    tried: '已试恢复',
    read: '查看邮件',
    mailsTitle: '发给买家的邮件',
    mail: '邮件',
    looksRight: '内容无误',
    templates: { 'waiting-confirm': '候补名单：确认', 'waiting-stock': '候补名单：恢复供应' },
  },
}
