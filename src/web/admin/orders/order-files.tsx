import type * as z from 'zod'
import type { FileLinkAct, StaffFiles, StaffFilesReply } from '#shared/edition-files.ts'
import type { OrderDetail } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { callAdmin } from '#web/admin/call-admin.ts'
import { Card } from '#web/admin/card.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useRead } from '#web/admin/use-read.ts'
import { fill, formatCount } from '#texts/format.ts'
import { useOrderAction } from './use-order-action.ts'
import { ORDERS } from './order-calls.ts'

/** The files that belong to a delivered order, their downloads, and what can be done with the link. */
export function OrderFileList({ order }: { readonly order: OrderDetail }) {
  const { data } = useRead<z.infer<typeof StaffFilesReply>>(
    ['order', order.id, 'files'],
    `${ORDERS}/${order.id}/files`,
    { enabled: order.deliveredAt !== null },
  )
  const files = data?.files ?? null
  return files === null ? null : <FileCard id={order.id} files={files} />
}

function FileCard({
  id,
  files: { files, revokedAt, most },
}: {
  readonly id: string
  readonly files: StaffFiles
}) {
  const { texts, language } = useAdmin()
  const may = useMay()
  const words = texts.orders.files
  return (
    <Card id="order-files" title={words.title}>
      <p>
        <span className={revokedAt === null ? 'badge badge-available' : 'badge badge-retired'}>
          {revokedAt === null ? words.works : words.revoked}
        </span>
      </p>
      <ul className="lines">
        {files.map(({ name, started, lastAt }) => (
          <li key={name}>
            <InlineCode>{name}</InlineCode>
            <span>
              {fill(texts.orders.fileCount, {
                count: formatCount(language, started),
                most: formatCount(language, most),
              })}
            </span>
            {lastAt === null ? null : <DateTime at={lastAt} />}
          </li>
        ))}
      </ul>
      {may('orders.decide') ? <LinkButtons id={id} isRevoked={revokedAt !== null} /> : null}
    </Card>
  )
}

function LinkButtons({ id, isRevoked }: { readonly id: string; readonly isRevoked: boolean }) {
  const { fileActs, fileLinkChanged } = useAdmin().texts.orders
  const run = useOrderAction()
  const acts: readonly FileLinkAct[] = [isRevoked ? 'restore' : 'revoke', 'renew']
  return (
    <div className="row">
      {acts.map((act) => (
        <Button
          key={act}
          onClick={() => run(callAdmin('POST', `${ORDERS}/${id}/file-link`, { act }), fileLinkChanged)}
        >
          {fileActs[act]}
        </Button>
      ))}
    </div>
  )
}
