import type { enAlerts } from '#texts/en/admin-alerts.ts'

/** Alerts to staff, in German: in the back office, and in mails. */
export const deAlerts: typeof enAlerts = {
  alerts: {
    title: 'Hinweise',
    lead: 'Was deine Aufmerksamkeit braucht. Jeder Hinweis kommt einmal und steht hier, bis seine Ursache behoben ist oder du ihn schließt.',
    list: 'Liste der Hinweise',
    what: 'Was',
    about: 'Betrifft',
    since: 'Seit',
    shop: 'Der Shop',
    close: 'Schließen',
    closed: 'Der Hinweis wurde geschlossen',
    stockLasts: 'Freie Keys: {free}. Tage, die sie bei diesem Tempo reichen: {days}.',
    failed: 'Die Hinweise konnten nicht geladen werden',
    kinds: {
      'nodes-not-agreed': {
        title: 'Zwei Knoten sind sich nicht einig geworden',
        text: 'Eine Bestellung ist bezahlt und tief genug bestätigt, aber seit einer halben Stunde bestätigen nicht zwei Knoten ihre Zahlung. Ihre Keys warten auf deine Entscheidung.',
      },
      'payment-predates-order': {
        title: 'Eine Zahlung wirkt älter als ihre Bestellung',
        text: 'Geld für diese Bestellung liegt in einem Block, den der Shop beim Bestellen schon hinter sich hatte, doch die Zeit des Blocks ist später. Entweder wurde die Adresse schon früher benutzt, oder ein Knoten zeigte damals eine falsche Chain. Von selbst zählt es nicht: Vergleiche die Zeiten und nimm es dann von Hand an oder erstatte es.',
      },
      'payout-not-agreed': {
        title: 'Zwei Knoten sind sich über eine Erstattung nicht einig',
        text: 'Du hast die Transaktion einer Erstattung eingetragen, doch seit einer halben Stunde widersprechen sich deine Knoten darüber, oder einer von ihnen antwortet nicht. Die Erstattung bleibt offen. Sieh die Transaktion in einem Explorer nach und prüfe deine Knoten.',
      },
      'single-node-limit': {
        title: 'Grenze für einen einzelnen Knoten erreicht',
        text: 'In 24 Stunden wurden Keys im vollen Wert von KEYHOLD_SINGLE_NODE_USD allein auf das Wort eines Knotens ausgegeben. Weitere solche Bestellungen warten: Nimm sie von Hand an, richte einen zweiten Knoten ein oder erhöhe die Grenze.',
      },
      'issuer-freeze': {
        title: 'Der Herausgeber hat eine Zahlungsadresse gesperrt',
        text: 'Der Herausgeber des Tokens hat die Zahlungsadresse dieser Bestellung gesperrt: Was dort liegt, lässt sich nicht bewegen. Wende dich an den Herausgeber. Leere andere Adressen nicht zusammen mit dieser. Der Käufer hat bezahlt und behält seine Keys.',
      },
      'unpaid-orders-limit': {
        title: 'Bestellungen werden abgelehnt: zu viele sind unbezahlt',
        text: 'So viele Bestellungen sind offen und unbezahlt, dass der Shop neue ablehnt, damit niemand seine Adressen und Knoten erschöpft. Kommen sie von einem Verkaufsstart, erhöhe KEYHOLD_LIMITS. Kommen sie aus wenigen Netzen, sperre diese am Reverse-Proxy.',
      },
      recovery: {
        title: 'Die Datenbank wurde wiederhergestellt',
        text: 'Die Datenbank wurde wiederhergestellt, oder ihr fehlen Bestellungen. Bis alles geklärt ist, werden keine Bestellungen angenommen: in den Einstellungen und auf dem Server mit „npm run keyhold -- restore --status“.',
      },
      'lost-payment': {
        title: 'Eine Zahlung ohne Bestellung',
        text: 'An eine Adresse, deren Bestellung seit der Wiederherstellung der Datenbank fehlt, kam Geld. Die Einstellungen führen es unter der Wiederherstellung auf. Antworte dem Käufer oder erstatte ihm von Hand.',
      },
      'node-left-out': {
        title: 'Ein Knoten wird nicht benutzt',
        text: 'Ein Knoten dieser Chain gehört zu einem anderen Netzwerk, oder seine Token sind nicht die eingestellten. Er wird nicht gelesen und bestätigt nichts. Die Einstellungen nennen ihn. Solange nur ein Knoten übrig ist, warten mehr Bestellungen.',
      },
      'rail-closed': {
        title: 'Ein Zahlungsweg ist geschlossen',
        text: 'Seine Knoten antworten nicht, hinken hinterher oder zeigen ein anderes Netzwerk, deshalb werden damit keine Bestellungen angenommen. Offene Bestellungen laufen so lange nicht ab. Die Einstellungen zeigen, was jeder Knoten sagt.',
      },
      'no-rate': {
        title: 'Für eine Währung gibt es keinen Kurs',
        text: 'Die Börsen haben keinen brauchbaren Kurs geliefert, deshalb werden in dieser Währung keine Bestellungen angenommen. Laufende Zahlungen betrifft das nicht. Prüfe, ob der Server die Börsen erreicht.',
      },
      'order-review': {
        title: 'Eine Bestellung wartet auf deine Entscheidung',
        text: 'Ihr Geld kam zu spät, war zu wenig oder eine andere Währung, oder die Chain hat es zurückgenommen. Nimm sie unter Ausnahmen an oder erstatte sie.',
      },
      'refund-requested': {
        title: 'Eine Erstattung wurde verlangt',
        text: 'Zahle sie aus deiner Wallet und trage ihre Transaktion unter Erstattungen ein.',
      },
      'stock-low': {
        title: 'Die Keys werden knapp',
        text: 'Beim Tempo der letzten sieben Tage reichen die Keys dieser Edition keine Woche mehr. Importiere weitere.',
      },
      'sold-out': {
        title: 'Eine Edition ist ausverkauft',
        text: 'Alle Keys dieser Edition sind verkauft oder versprochen, Bestellungen werden abgelehnt. Importiere weitere Keys, falls du welche hast.',
      },
      'keys-missing': {
        title: 'Bezahlte Bestellungen warten auf Keys',
        text: 'Bestellungen dieser Edition sind bezahlt, aber es gibt nicht genug Keys. Importiere Keys: Sie werden sofort ausgegeben, die älteste Bestellung zuerst.',
      },
      'mail-stuck': {
        title: 'Mails werden nicht verschickt',
        text: 'Mails warten seit mehr als zehn Minuten, Keys können darunter sein. Prüfe den Mailserver und KEYHOLD_SMTP_URL. Sobald er antwortet, werden sie verschickt.',
      },
      'mails-refused': {
        title: 'Der Mailserver weist Mails ab',
        text: 'Der Mailserver antwortet und weist die meisten Mails ab: ein Limit ist erreicht, das Konto gesperrt oder der Absender nicht zugelassen. Sie werden erneut versucht und gehen alle hinaus, sobald er eine annimmt. Sieh im Konto deines Mailanbieters nach und führe dann keyhold check --send-to mit deiner Adresse aus.',
      },
      'keys-not-mailed': {
        title: 'Bezahlte Keys gehen nicht per Mail hinaus',
        text: 'Keys bezahlter Bestellungen warten seit mehr als zehn Minuten auf den Versand. Im Log steht, was der Mailserver antwortet. Weist er ein einzelnes Postfach ab, suche die Bestellung und bitte um eine andere Adresse; Käufer sehen ihre Keys auch auf der Bestellseite.',
      },
      'sign-ins-failed': {
        title: 'Viele fehlgeschlagene Anmeldungen',
        text: 'Innerhalb eines Tages ist die Anmeldung an einem Konto mindestens 20-mal fehlgeschlagen. Weitere Versuche werden verzögert, ausgesperrt wird niemand. Prüfen Sie im Protokoll, ob es die Person selbst war. Wenn nicht, richten Sie für das Konto einen zweiten Faktor und ein neues Passwort ein.',
      },
      'disk-low': {
        title: 'Ein Datenträger ist fast voll',
        text: 'Auf einem Datenträger, auf den der Shop schreibt, ist wenig Platz: dem des Datenordners, der Datenbank oder der Sicherungen. Schaffen Sie Platz, oder nehmen Sie einen größeren. „npm run keyhold -- check“ auf diesem Rechner sagt, wo wie viel frei ist. Unter 64 MiB werden keine Bestellungen angenommen.',
      },
      'disk-full': {
        title: 'Keine Bestellungen: Ein Datenträger ist voll',
        text: 'Der Datenträger des Datenordners oder der Datenbank ist voll. Es werden keine Bestellungen angenommen, damit keine verloren geht, die nicht abgewickelt werden könnte. Schaffen Sie mindestens 64 MiB; binnen Sekunden werden wieder Bestellungen angenommen, von selbst.',
      },
      'clock-wrong': {
        title: 'Eine Uhr geht falsch',
        text: 'Die Uhr dieses Rechners weicht von der der Datenbank ab, oder die der Datenbank von denen der Nodes. Fälligkeiten richten sich nach der Uhr der Datenbank. Stellen Sie die Uhren mit NTP („timedatectl set-ntp true“); danach ist nichts weiter zu tun.',
      },
      'record-failed': {
        title: 'Ausgaben werden nicht außerhalb aufgezeichnet',
        text: 'Der Ordner oder die Adresse von KEYHOLD_RECORD_TO (sonst KEYHOLD_BACKUP_DIR) nimmt nichts an. Der Verkauf geht weiter. Geht dieser Rechner jetzt verloren, weiß eine Wiederherstellung nicht, welche Keys seither ausgegeben wurden. Ist der Ordner eingehängt und beschreibbar? Was fehlt, wird dann von selbst nachgetragen.',
      },
      'backup-failed': {
        title: 'Eine Sicherung ist fehlgeschlagen',
        text: 'Die tägliche Sicherung konnte nicht geschrieben werden. Alle 15 Minuten folgt ein neuer Versuch. Ist der Datenträger voll, oder ist der Ordner aus KEYHOLD_BACKUP_DIR nicht beschreibbar? Den Grund zeigen die Einstellungen.',
      },
      'backup-old': {
        title: 'Die neueste Sicherung ist zu alt',
        text: 'Die neueste Sicherung ist mehr als anderthalb Tage alt. Die Einstellungen zeigen die letzte Sicherung und den letzten Fehler. „npm run keyhold -- backup FILE“ legt eine von Hand an.',
      },
      'restore-check-failed': {
        title: 'Die Sicherung ließ sich nicht wiederherstellen',
        text: 'Die neueste Sicherung wurde zur Probe in eine eigene Datenbank eingespielt, und das schlug fehl. Den Grund zeigen die Einstellungen. Legen Sie eine neue Sicherung an und prüfen Sie sie mit „npm run keyhold -- backup verify FILE“; behalten Sie die älteren, bis das gelingt.',
      },
    },
  },
}
