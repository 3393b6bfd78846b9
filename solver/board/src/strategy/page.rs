//! An SVG file as a page that can be moved and zoomed: a large tree on one sheet.

/// A whole HTML file, which needs nothing else.
pub fn html(title: &str, svg: &str) -> String {
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n<style>\n\
         html,body{{margin:0;height:100%;overflow:hidden;background:#fff;font-family:sans-serif}}\n\
         svg{{width:100%;height:100%;cursor:grab;touch-action:none}}\n\
         p{{position:fixed;left:8px;bottom:4px;margin:0;padding:2px 6px;background:#fffc;font-size:12px}}\n\
         </style></head><body>\n{svg}<p>drag to move, turn the wheel to zoom, double-click to see everything</p>\n\
         <script>\n{SCRIPT}</script></body></html>\n"
    )
}

const SCRIPT: &str = "\
const svg = document.querySelector('svg');
svg.removeAttribute('width');
svg.removeAttribute('height');
const whole = svg.viewBox.baseVal, size = [whole.width, whole.height];
let view = [0, 0, Math.min(size[0], 1400), Math.min(size[1], 900)];
view[0] = (size[0] - view[2]) / 2;
const show = () => svg.setAttribute('viewBox', view.join(' '));
const at = e => {
  const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [p.x, p.y];
};
svg.addEventListener('wheel', e => {
  e.preventDefault();
  const [x, y] = at(e), by = Math.exp(e.deltaY * 0.0015);
  view = [x - (x - view[0]) * by, y - (y - view[1]) * by, view[2] * by, view[3] * by];
  show();
}, { passive: false });
let from = null;
svg.addEventListener('pointerdown', e => { from = at(e); svg.setPointerCapture(e.pointerId); });
svg.addEventListener('pointermove', e => {
  if (!from) return;
  const [x, y] = at(e);
  view[0] += from[0] - x;
  view[1] += from[1] - y;
  show();
});
svg.addEventListener('pointerup', () => { from = null; });
svg.addEventListener('dblclick', () => { view = [0, 0, ...size]; show(); });
show();
";
