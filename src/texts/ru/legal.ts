import type { LegalPageTexts } from '#texts/en/legal.ts'

export const ruLegalPage: LegalPageTexts = {
  navigation: 'Правовая информация',
  imprint: 'О продавце',
  privacy: 'Персональные данные',
  terms: 'Условия предзаказа',
  accessibility: 'Доступность',
  findOrder: 'Найти заказ',
  withdraw: 'Отказаться от договора',
  confirmWithdrawal: 'Подтвердить отказ',
  contents: 'Содержание',
  updated: 'Последнее изменение: {date}',
  sampleTitle: 'Образцы текстов',
  sampleText:
    'Написаны для вымышленной игры и несуществующей студии. Перед продажами их нужно заменить своими.',
  notTranslated: 'Этот документ не переведён на ваш язык.',
}
