/** A file that is dropped beside a place for files would replace the page, with what was typed on it. */
export function dropNowhere(): void {
  const onDrag = (event: DragEvent): void => {
    const isField = event.target instanceof HTMLInputElement && event.target.type === 'file';
    if (event.defaultPrevented || isField || event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', onDrag);
  addEventListener('drop', onDrag);
}
