"""The server of the uiautomator2 client inside the phone. Sans-IO: requests in, responses out.

automator         the server's state: elements, touches, keys, waiting
selectors         search conditions of clients
search            element search, with the rules of both halves of the library
device_methods    methods of the device
element_methods   methods of one element; scroll_methods: scrolling
method_table      all methods by name and argument types
json_rpc, http    the protocols around that table; server: the connection handler
screenshots       screens as JPEG and PNG

Method names, argument types and behaviour are those of the server in u2.jar 0.4.1, including quirks of the UI Automator
library that client programs rely on.
"""
