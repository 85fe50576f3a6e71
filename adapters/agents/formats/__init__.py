"""Parses model replies into actions: one module for each output grammar. Pure except `command`.

values        a screen, a surface, a reading; `Format`, the description of a grammar with its two readers
coordinates   every arithmetic between a model's coordinates and pixels
literals      JSON and Python literals, as models write them and as they should be
calls         function calls written out, as models write them and as they should be
labels        parts of a reply under headings
mobile_use    the arguments that several models call the tool `mobile_use` with
notation      actions as the JSON that people read
ui_tars autoglm qwen3_vl gui_owl mai_ui mobile_agent_v3 mobile_agent_v2 appagent fairy m3a     the grammars
announced     what a thought says will be done, in `announcing` taken apart
command       `parse`

Every grammar has two readers. The *lenient* one understands whatever leaves no doubt about what was meant. The *strict*
one understands what the parser of the agent's own program understands, mistakes included, and its quirks in carrying
actions out go with it. What is no text of the grammar is a `FormatError` to both; `Format.decide` turns that into
actions: counted and gone on from, or what the agent's own program does then.
"""
