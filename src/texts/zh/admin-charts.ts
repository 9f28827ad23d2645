/** The charts of the reports in Chinese. */
export const zhCharts = {
  charts: {
    before: '上一时段',
    compared: '与 {from} – {to} 相比。',
    change: '{change}，此前：{value}',
    wasBefore: '此前：{value}',
    perDays: { other: '每 {count} 天销售' },
    orders: { other: '{count} 个订单' },
    csv: '下载 CSV',
    csvOf: '下载 CSV：{chart}',
    hint: '用方向键在柱形之间移动。',
  },
}
