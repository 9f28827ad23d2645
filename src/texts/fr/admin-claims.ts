import type { enClaims } from '#texts/en/admin-claims.ts'

/** Transactions that staff look up for an order, in French. */
export const frClaims: typeof enClaims = {
  claims: {
    title: 'Chercher une transaction',
    lead: 'Si quelqu’un dit avoir payé et que la commande ne le montre pas, saisissez l’empreinte de la transaction. La boutique la lit sur la chaîne, et ce qu’elle paie à l’adresse de cette commande compte comme d’habitude.',
    send: 'Chercher',
    failed: 'La recherche a échoué',
    reasons: {
      stored: 'Le transfert a été trouvé et inscrit. L’état de la commande montre la suite.',
      known: 'La commande a déjà ce transfert.',
      not_deep:
        'Le transfert a été trouvé, mais il lui faut plus de confirmations. La commande continue d’elle-même.',
      other_asset:
        'Elle paie cette adresse, mais dans une autre monnaie que celle de la commande. Le transfert a été inscrit ; à vous de décider.',
      unconfirmed:
        'Le réseau connaît cette transaction, mais elle n’est encore dans aucun bloc. Réessayez plus tard.',
      unknown_token:
        'Elle ne paie cette adresse qu’avec un jeton que la boutique n’accepte pas, une contrefaçon par exemple.',
      nothing_to_address: 'Elle ne paie rien à l’adresse de cette commande.',
      failed: 'Cette transaction a échoué sur la chaîne : rien n’a été payé.',
      not_found: 'Aucun nœud ne connaît cette transaction. Vérifiez l’empreinte et le réseau.',
      unanswered: 'Tous les nœuds n’ont pas pu répondre. Réessayez dans un instant.',
    },
  },
}
