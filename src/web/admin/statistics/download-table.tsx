import type { StatisticsReply } from '#shared/reports-api.ts'
import { formatCount } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { CsvButton } from './csv-button.tsx'
import { roundScale } from './round-scale.ts'
import { RowBar } from './row-bar.tsx'

/** Shows how often the files of editions were downloaded, and by how many orders; nothing before the first download. */
export function DownloadTable({ downloads }: Pick<StatisticsReply, 'downloads'>) {
  const { texts, editionName, language } = useAdmin()
  const words = texts.statistics
  if (downloads.length === 0) return null
  const scale = roundScale(Math.max(...downloads.map((row) => row.downloads)))
  return (
    <section className="stack" aria-labelledby="downloads-title">
      <h3 id="downloads-title">{words.downloads}</h3>
      <table className="bar-list" aria-labelledby="downloads-title">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{words.downloads}</span>
            </th>
            <th scope="col">{words.orders}</th>
            <th scope="col">{words.started}</th>
          </tr>
        </thead>
        <tbody>
          {downloads.map(({ edition, file, orders, downloads: started }) => (
            <tr key={`${edition} ${file}`}>
              <th scope="row">
                <bdi className="file-name">{file}</bdi>{' '}
                <small className="change">{editionName(edition)}</small>
                <RowBar value={started} scale={scale} />
              </th>
              <td>{formatCount(language, orders)}</td>
              <td>{formatCount(language, started)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="row">
        <CsvButton
          chart={words.downloads}
          fileName="downloads"
          rows={() => [
            ['edition', 'file', 'orders', 'downloads'],
            ...downloads.map((row) => [row.edition, row.file, row.orders, row.downloads]),
          ]}
        />
      </div>
    </section>
  )
}
