"""Table 2 and figures 4 and 7 of AmbiBench (arXiv 2602.11750).

agents        the results of agents from the scores of runs (pure)
summary       table 2 (pure)
composition   the data of figure 4 (pure)
clarity       the data of figure 7 (pure)
composition_page, clarity_page   the drawing: `draw(data) -> Figure`
"""
