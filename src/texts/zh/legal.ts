import type { LegalPageTexts } from '#texts/en/legal.ts'

export const zhLegalPage: LegalPageTexts = {
  navigation: '法律信息',
  imprint: '经营者信息',
  privacy: '隐私说明',
  terms: '预购条款',
  accessibility: '无障碍声明',
  findOrder: '查找订单',
  withdraw: '在此撤销合同',
  confirmWithdrawal: '确认撤销',
  contents: '目录',
  updated: '最近修订：{date}',
  sampleTitle: '示例文本',
  sampleText: '为虚构的游戏和并不存在的工作室而写。正式销售之前，必须换成自己的文本。',
  notTranslated: '本文件尚未译成您的语言。',
}
