import type { enRecovery } from '#texts/en/admin-recovery.ts'
import type { TextShape } from '#texts/text-shape.ts'

/** The recovery of a restored database, in Chinese. */
export const zhRecovery: TextShape<typeof enRecovery> = {
  recovery: {
    title: '恢复备份后的处理',
    lead: '恢复后的数据库缺少备份之后的订单。在处理完成之前，商店不接受订单，任何地址和激活码都不会被重复使用。',
    never: '此数据库从未恢复过。',
    blocked: '处理完成之前，商店不接受订单。此时间之后的订单可能缺失：',
    addressesOpen:
      '地址：未完成。请在服务器上运行“npm run keyhold -- restore --resume”，它会让后续地址越过所有可能已展示过的地址。',
    addressesDone: '地址：已完成。',
    keysOpen:
      '激活码：未完成。请将下列激活码与邮件服务器已发送的内容核对，标记已发送的，再把其余的放回库存。',
    keysDone: '激活码：已完成。',
    failed: '恢复信息加载失败',
    list: '历次恢复',
    cause: '原因',
    causes: {
      restored: '恢复了一份备份',
      older: '数据库缺少订单',
      other_database: '连接了另一个数据库',
    },
    started: '开始于',
    missing: '自此缺失',
    finished: '完成于',
    lost: '没有订单的付款',
    lostLead: '被跳过的地址收到了款项：对应的订单不在此数据库中。请答复这些买家，或人工退款。',
    lostMore: '此处只显示最新的几笔。“npm run keyhold -- restore --status”会列出全部 {count} 笔。',
    index: '序号',
    found: '发现于',
    keys: '暂停使用的激活码',
    keysLead: '丢失的数据库可能已经发出过它们。在您决定之前不会出售。',
    toStock: '放回库存',
    sent: '已发送过',
    restToStock: '其余全部放回库存',
    export: '下载列表（CSV）',
    confirm: '之后，所有仍被暂停使用的激活码都可以出售。请先标记已发送的，否则买家会拿到别人已有的激活码。',
    decided: {
      other: '已处理 {count} 个激活码',
    },
    done: '恢复已完成：商店重新接受订单。',
    decideFailed: '未能保存此决定',
  },
}
