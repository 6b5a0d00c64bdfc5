"""`python -m scripts.api_page` writes docs/api.md anew."""

from scripts.api_page.writing import PAGE, page

PAGE.write_text(page(), encoding="utf-8")
print(f"{PAGE.name} is written")
