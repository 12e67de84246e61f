"""Pictures of a screen, at five sizes and on both cloths."""

from __future__ import annotations

from pathlib import Path

from .guest import Guest, resize

SIZES = {
    "laptop": (1280, 720),
    "desktop": (1440, 900),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "lying": (844, 390),
}
CLOTHS = ("dark", "light")
QUALITY = 80
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Album:
    """With a folder it keeps pictures; without one it only looks."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def take(self, guest: Guest, screen: str, *, whole: bool = False) -> None:
        """The screen as it is now, and the whole length of the page if wanted; afterwards it has its size again."""
        before = guest.page.viewport_size
        guest.page.mouse.move(1, 1)
        for size, pixels in SIZES.items():
            resize(guest, pixels)
            assert guest.page.evaluate(SIDEWAYS) <= 0, f"{screen} is wider than a {size}"
            if self.folder:
                self._keep(guest, self.folder / f"{screen}-{size}", whole)
        if before:
            guest.page.set_viewport_size(before)

    def _keep(self, guest: Guest, path: Path, whole: bool) -> None:
        for cloth in CLOTHS:
            guest.page.emulate_media(color_scheme=cloth)  # type: ignore[arg-type]
            guest.page.screenshot(
                path=f"{path}-{cloth}.jpg", type="jpeg", quality=QUALITY, animations="disabled", full_page=whole
            )
        guest.page.emulate_media(color_scheme="dark")
