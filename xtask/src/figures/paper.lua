-- A page becomes a paper, which has no files beside it: links to files are text, and LaTeX has its pictures in its own
-- folder, as PDFs that `.ci/report` makes of them.
function Link(link)
  if not link.target:match("^https://") then return link.content end
end

-- Commands are longer than a line of LaTeX's.
function CodeBlock(block)
  if FORMAT ~= "latex" then return end
  return { pandoc.RawBlock("latex", "{\\scriptsize"), block, pandoc.RawBlock("latex", "}") }
end

function Image(image)
  if FORMAT ~= "latex" then return end
  local name = image.src:match("[^/]*$")
  local _, picture = pandoc.mediabag.fetch(image.src)
  local file = assert(io.open(name, "wb"))
  file:write(picture)
  file:close()
  image.src = name:gsub("%.svg$", ".pdf")
  return image
end
