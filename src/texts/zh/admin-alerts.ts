import type { enAlerts } from '#texts/en/admin-alerts.ts'

/** Alerts to staff, in Chinese: in the back office, and in mails. */
export const zhAlerts: typeof enAlerts = {
  alerts: {
    title: '提醒',
    lead: '需要您留意的事项。每件事只提醒一次，在原因消除或您关闭之前会一直列在这里。',
    list: '提醒列表',
    what: '事项',
    about: '涉及',
    since: '自',
    shop: '商店',
    close: '关闭',
    closed: '提醒已关闭',
    stockLasts: '剩余激活码：{free}。按此速度还可用天数：{days}。',
    failed: '提醒加载失败',
    kinds: {
      'nodes-not-agreed': {
        title: '两个节点未达成一致',
        text: '有一笔订单已付款且确认数足够，但半小时内仍没有两个节点共同确认其付款。激活码正等待您的裁定。',
      },
      'payment-predates-order': {
        title: '一笔付款看起来早于其订单',
        text: '此订单的款项所在的区块，在下单时商店已经读过，但区块的时间却更晚。可能是该地址以前用过，也可能是当时有节点给出了虚假的链。这笔款项不会自动计入：请比对时间，然后人工接受或退款。',
      },
      'payout-not-agreed': {
        title: '两个节点对一笔退款意见不一',
        text: '您已登记一笔退款的交易，但半小时以来，您的节点对它的答复互相矛盾，或其中一个没有答复。该退款仍未完成。请在区块浏览器中查询该交易，并检查您的节点。',
      },
      'single-node-limit': {
        title: '已达到单节点限额',
        text: '24 小时内，仅凭单个节点的答复发出的激活码总额已达到 KEYHOLD_SINGLE_NODE_USD。此后的同类订单会等待：请人工接受、添加第二个节点，或提高限额。',
      },
      'issuer-freeze': {
        title: '发行方冻结了一个收款地址',
        text: '该代币的发行方冻结了此订单的收款地址，其中的款项无法转出。请联系发行方，不要把其他地址与它一起归集。买家已经付款，密钥仍归买家所有。',
      },
      'unpaid-orders-limit': {
        title: '正在拒绝新订单：未付款订单过多',
        text: '未付款订单过多，商店已拒绝新订单，以免收款地址和节点被耗尽。如果来自促销活动，请调高 KEYHOLD_LIMITS；如果来自少数网络，请在反向代理上屏蔽它们。',
      },
      recovery: {
        title: '数据库已恢复',
        text: '数据库是从备份恢复的，或缺少已有的订单。处理完成之前不接受订单：请查看“设置”，并在服务器上运行“npm run keyhold -- restore --status”。',
      },
      'lost-payment': {
        title: '没有订单的付款',
        text: '有款项到达一个地址，而其订单在数据库恢复后已缺失。“设置”中的恢复部分列出了它。请答复买家，或人工退款。',
      },
      'node-left-out': {
        title: '一个节点被排除',
        text: '这条链的一个节点属于其他网络，或其代币与设置不符。它不会被读取，也不参与确认。“设置”中会指明是哪一个。只剩一个节点时，会有更多订单等待。',
      },
      'rail-closed': {
        title: '一种付款方式已关闭',
        text: '其节点没有响应、落后，或属于其他网络，因此不接受用它下单。未完成的订单在此期间不会过期。“设置”中显示每个节点的回答。',
      },
      'no-rate': {
        title: '某种币没有汇率',
        text: '各交易所都没有给出可用的汇率，因此不接受用这种币下单。进行中的付款不受影响。请检查服务器能否访问交易所。',
      },
      'order-review': {
        title: '有订单等待您的裁定',
        text: '其款项迟到、不足、币种不符，或已被链撤销。请在“异常”中接受或退款。',
      },
      'refund-requested': {
        title: '有人申请退款',
        text: '请用您的钱包付款，并在“退款”中登记交易。',
      },
      'stock-low': {
        title: '激活码即将用完',
        text: '按最近七天的速度，此版本的激活码不够用一周。请导入更多。',
      },
      'sold-out': {
        title: '一个版本已售罄',
        text: '此版本的激活码已全部售出或预留，其订单会被拒绝。如有更多激活码，请导入。',
      },
      'keys-missing': {
        title: '已付款订单在等待激活码',
        text: '此版本的订单已付款，但激活码不足。请导入激活码：导入后会立即发放，最早的订单优先。',
      },
      'mail-stuck': {
        title: '邮件没有发出',
        text: '有邮件已等待超过十分钟，其中可能包含激活码。请检查邮件服务器和 KEYHOLD_SMTP_URL。服务器恢复后会立即发送。',
      },
      'sign-ins-failed': {
        title: '多次登录失败',
        text: '在一天之内，某个账户登录失败至少 20 次。后续尝试会被延迟，但不会锁定任何人。请在审计日志中确认是否为本人操作；如果不是，请为该账户启用双重验证并设置新密码。',
      },
      'backup-failed': {
        title: '备份失败',
        text: '每日备份未能写入，系统每 15 分钟重试一次。请检查磁盘是否已满，以及 KEYHOLD_BACKUP_DIR 指定的文件夹是否可写。原因见“设置”。',
      },
      'backup-old': {
        title: '最新的备份已过旧',
        text: '最新的备份已超过一天半。“设置”中列出了最近一次备份和最近一次失败。可用“npm run keyhold -- backup FILE”手动备份。',
      },
      'restore-check-failed': {
        title: '备份无法恢复',
        text: '系统尝试把最新的备份恢复到临时数据库，但未成功。原因见“设置”。请重新备份，并用“npm run keyhold -- backup verify FILE”检验；在检验成功之前请保留旧备份。',
      },
    },
  },
}
