import { OrderSection } from './order-section.tsx'
import { FileList, type FileListProps } from './file-list.tsx'

/** What the edition contains beside keys, as downloads. */
export function OrderFiles(props: FileListProps) {
  if (props.files.length === 0) return null
  return (
    <OrderSection title={props.texts.files.title} anchor="files">
      <FileList {...props} />
    </OrderSection>
  )
}
