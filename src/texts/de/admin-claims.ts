import type { enClaims } from '#texts/en/admin-claims.ts'

/** Transactions that staff look up for an order, in German. */
export const deClaims: typeof enClaims = {
  claims: {
    title: 'Transaktion nachschlagen',
    lead: 'Sagt jemand, bezahlt zu haben, und die Bestellung zeigt es nicht, gib den Hash der Transaktion ein. Der Shop liest sie auf der Chain, und was sie an die Adresse dieser Bestellung zahlt, zählt wie sonst auch.',
    send: 'Nachschlagen',
    failed: 'Das Nachschlagen ist gescheitert',
    reasons: {
      stored:
        'Die Zahlung wurde gefunden und eingetragen. Der Status der Bestellung zeigt, wie es weitergeht.',
      known: 'Die Bestellung hat diese Zahlung schon.',
      not_deep:
        'Die Zahlung wurde gefunden, braucht aber mehr Bestätigungen. Die Bestellung geht von selbst weiter.',
      other_asset:
        'Sie zahlt an diese Adresse, aber in einem anderen Coin als dem der Bestellung. Die Zahlung wurde eingetragen; du entscheidest.',
      unconfirmed:
        'Das Netzwerk kennt diese Transaktion, sie ist aber noch in keinem Block. Versuche es später noch einmal.',
      unknown_token:
        'Sie zahlt an diese Adresse nur mit einem Token, den der Shop nicht annimmt, etwa einer Fälschung.',
      nothing_to_address: 'Sie zahlt nichts an die Adresse dieser Bestellung.',
      failed: 'Diese Transaktion ist auf der Chain gescheitert: Es wurde nichts bezahlt.',
      not_found: 'Kein Knoten kennt diese Transaktion. Prüfe Hash und Netzwerk.',
      unanswered: 'Nicht jeder Knoten konnte antworten. Versuche es gleich noch einmal.',
    },
  },
}
