/** A file that is dropped beside a place for files would replace the page, with what was typed on it. */
export function dropNowhere(): void {
  const onDrag = (event: DragEvent): void => {
    const takesFiles = event.target instanceof Element && event.target.closest('input[type="file"], [contenteditable="true"]') !== null;
    if (event.defaultPrevented || takesFiles || event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', onDrag);
  addEventListener('drop', onDrag);
}
