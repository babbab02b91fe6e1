// Moving over the map: so far to the side, so close. By wheel with Ctrl, by two fingers, by drag, by buttons and keys.

const CLOSEST = 6;
/** Pixels that a pointer moves before it drags instead of clicking. */
const DRAG = 5;

export class PanZoom {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  moving = $state(false);
  private pointers = new Map<number, { x: number; y: number }>();
  private dragged = false;
  private settle: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly frame: () => HTMLElement | null) {}

  get transform(): string {
    return `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
  }

  /** Whether what ends now was a drag, and so no click. */
  get wasDrag(): boolean {
    return this.dragged;
  }

  private size(): { width: number; height: number } {
    const found = this.frame();
    return { width: found?.clientWidth ?? 1, height: found?.clientHeight ?? 1 };
  }

  private place(scale: number, x: number, y: number): void {
    const { width, height } = this.size();
    this.scale = Math.min(CLOSEST, Math.max(1, scale));
    this.x = Math.min(0, Math.max(width * (1 - this.scale), x));
    this.y = Math.min(0, Math.max(height * (1 - this.scale), y));
    this.moving = true;
    clearTimeout(this.settle);
    this.settle = setTimeout(() => (this.moving = false), 160);
  }

  /** Closer by a factor, with the point under the hand staying where it is. */
  zoom(factor: number, at?: { x: number; y: number }): void {
    const { width, height } = this.size();
    const { x, y } = at ?? { x: width / 2, y: height / 2 };
    const scale = Math.min(CLOSEST, Math.max(1, this.scale * factor));
    const real = scale / this.scale;
    this.place(scale, x - (x - this.x) * real, y - (y - this.y) * real);
  }

  all(): void {
    this.place(1, 0, 0);
  }

  /** Zoom by a key: +, - or 0. Returns whether it was one of these. */
  key(key: string): boolean {
    if (key === "+") this.zoom(1.4);
    else if (key === "-") this.zoom(1 / 1.4);
    else if (key === "0") this.all();
    else return false;
    return true;
  }

  /** Bring a place, given as shares of the whole map, into view if it is not. */
  show(across: number, down: number): void {
    if (this.scale === 1) return;
    const { width, height } = this.size();
    const [x, y] = [across * width * this.scale + this.x, down * height * this.scale + this.y];
    if (x > width * 0.08 && x < width * 0.92 && y > height * 0.08 && y < height * 0.92) return;
    this.place(this.scale, width / 2 - across * width * this.scale, height / 2 - down * height * this.scale);
  }

  private local(event: { clientX: number; clientY: number }): { x: number; y: number } {
    const box = this.frame()?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  }

  wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * 0.0022), this.local(event));
  };

  double = (event: MouseEvent): void => {
    if (this.scale < CLOSEST) this.zoom(2, this.local(event));
  };

  down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.pointers.set(event.pointerId, this.local(event));
    this.dragged = false;
  };

  move = (event: PointerEvent): void => {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.local(event);
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    const other = others[0];
    if (other) {
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(now.x - other.x, now.y - other.y);
      this.dragged = true;
      if (was > 0) this.zoom(is / was, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      this.place(this.scale, this.x + (now.x - before.x) / 2, this.y + (now.y - before.y) / 2);
    } else {
      if (!this.dragged && Math.hypot(now.x - before.x, now.y - before.y) < DRAG) return;
      if (this.scale === 1) return;
      if (!this.dragged) this.frame()?.setPointerCapture(event.pointerId);
      this.dragged = true;
      this.place(this.scale, this.x + now.x - before.x, this.y + now.y - before.y);
    }
    this.pointers.set(event.pointerId, now);
  };

  up = (event: PointerEvent): void => {
    this.pointers.delete(event.pointerId);
  };
}
