/** Decisions about orders and the payment of refunds in German. */
export const deDecisions = {
  decisions: {
    title: 'Deine Entscheidung',
    happened: 'Was geschehen ist',
    nothing: 'nichts',
    what: {
      wrong_token: '{money} kam an, aber in einer anderen Währung: Diese Bestellung lautet auf {due}.',
      wrong_network: '{money} kam an, aber in einem anderen Netzwerk: Diese Bestellung lautet auf {due}.',
      underpaid: 'Nur {money} von {due} kam an, und die Zeit für den Rest ist vorbei.',
      late: '{money} kam nach dem Zahlungsfenster an, zu spät, als dass die Bestellung von selbst weiterginge.',
      predates_order:
        '{money} steht in einem Block, der älter ist als diese Bestellung, und gilt vielleicht etwas anderem.',
      reorged: 'Die Keys wurden ausgeliefert, danach nahm die Blockchain die Zahlung zurück.',
      double_spend:
        'Die Zahlung wurde durch eine Transaktion ersetzt, die diese Bestellung nicht bezahlt. Eingegangen: {money}.',
      nodes_disagree: 'Deine Knoten widersprechen sich über die Zahlung von {due}.',
      unagreed: '{money} kam an, aber seit einer halben Stunde sind sich zwei Knoten darüber nicht einig.',
      limited:
        '{money} kam an, aber die Grenze dessen, was ein einzelner Knoten bestätigen darf, ist erreicht.',
      else: '{money} kam an, und die Regeln entscheiden nicht, was folgt; die Bestellung lautet auf {due}.',
    },
    acceptMeans: {
      one: 'Was ankam, gilt als der volle Preis von {price}. {count} Key wird jetzt ausgeliefert und gemailt. Das lässt sich nicht rückgängig machen.',
      other:
        'Was ankam, gilt als der volle Preis von {price}. {count} Keys werden jetzt ausgeliefert und gemailt. Das lässt sich nicht rückgängig machen.',
    },
    acceptDelivered: 'Die Bestellung gilt als bezahlt, und der Käufer behält die Keys.',
    refundMeans:
      'Es werden keine Keys mehr ausgeliefert. Der Shop hält fest, was er vom eingegangenen Geld schuldet; du zahlst es aus deiner Wallet.',
    worthThen: 'Wert bei Eingang',
    worthNow: 'Wert jetzt',
    worthUnknown: 'nicht bekannt',
    worthMore: 'Das Eingegangene ist jetzt {now} wert: {difference} mehr als der Preis.',
    worthLess: 'Das Eingegangene ist jetzt {now} wert: {difference} weniger als der Preis.',
    worthSame: 'Das Eingegangene ist jetzt {now} wert, so viel wie der Preis.',
    noRate:
      'Der Shop liest keinen Kurs dieser Münze. Sehen Sie nach, was sie wert ist, bevor Sie entscheiden.',
    refundWorth: 'Geschuldet wird, was eingegangen ist: {money}, jetzt {now} wert.',
    refundOwes: 'Geschuldet wird, was eingegangen ist: {money}.',
    notYours: 'Über diese Bestellung entscheidet ein Inhaber oder Manager.',
  },
  queue: {
    left: 'Danach noch: {count}',
    skip: 'Überspringen',
    finished: 'In dieser Liste ist nichts mehr offen.',
  },
  payout: {
    pay: 'Zahlen und eintragen',
    payBy: 'Zu zahlen bis',
    planned: 'Im Auszahlungsplan',
    overdue: 'überfällig',
    computing: 'Das Geschuldete wird zum heutigen Kurs berechnet …',
    rate: 'Berechnet mit {rate} {currency} für 1 {asset}.',
    amount: 'Zu sendender Betrag',
    address: 'Erstattungsadresse',
    checkWords: 'Prüfwörter',
    checkHint: 'Zwei Wörter, die aus der Adresse entstehen, um sie auf einen Blick zu vergleichen.',
    qr: 'QR-Code der Erstattungsadresse',
  },
  rateSources: { fixed: 'fest' },
}
